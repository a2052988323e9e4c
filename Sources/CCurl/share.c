#include "CCurl.h"

#include <pthread.h>
#include <stdlib.h>

struct pc_share {
    CURLSH *share;
    pthread_mutex_t locks[CURL_LOCK_DATA_LAST];
};

static void lock(CURL *easy, curl_lock_data data, curl_lock_access access, void *context) {
    (void)easy;
    (void)access;
    pthread_mutex_lock(&((pc_share *)context)->locks[data]);
}

static void unlock(CURL *easy, curl_lock_data data, void *context) {
    (void)easy;
    pthread_mutex_unlock(&((pc_share *)context)->locks[data]);
}

pc_share *pc_share_create(void) {
    pc_share *share = calloc(1, sizeof *share);
    if (!share) return NULL;
    share->share = curl_share_init();
    if (!share->share) {
        free(share);
        return NULL;
    }
    for (int data = 0; data < CURL_LOCK_DATA_LAST; data++) pthread_mutex_init(&share->locks[data], NULL);
    curl_share_setopt(share->share, CURLSHOPT_LOCKFUNC, lock);
    curl_share_setopt(share->share, CURLSHOPT_UNLOCKFUNC, unlock);
    curl_share_setopt(share->share, CURLSHOPT_USERDATA, share);
    curl_share_setopt(share->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    return share;
}

void pc_share_destroy(pc_share *share) {
    curl_share_cleanup(share->share);
    for (int data = 0; data < CURL_LOCK_DATA_LAST; data++) pthread_mutex_destroy(&share->locks[data]);
    free(share);
}

CURLSH *pc_share_handle(pc_share *share) { return share->share; }
