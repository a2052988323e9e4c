/// <reference path="pb_data/types.d.ts" />
// What the tests find in a PocketBase that has just been made.
migrate((app) => {
    const admin = new Record(app.findCollectionByNameOrId("_superusers"));
    admin.set("email", "admin@example.com");
    admin.set("password", "portico-admin");
    app.save(admin);

    // Anyone may sign up, and is signed out after ten seconds, the least that PocketBase takes.
    const users = app.findCollectionByNameOrId("users");
    users.authToken.duration = 10;
    app.save(users);

    // Anyone may do anything with notes; each test keeps to those of a topic of its own.
    app.save(new Collection({
        type: "base",
        name: "notes",
        listRule: "", viewRule: "", createRule: "", updateRule: "", deleteRule: "",
        fields: [
            { type: "text", name: "topic", required: true },
            { type: "text", name: "title", required: true, max: 40 },
            { type: "json", name: "summary" },
            { type: "number", name: "rank", min: 0, max: 1000 },
            { type: "file", name: "attachments", maxSelect: 5, maxSize: 8 << 20 },
        ],
    }));
});
