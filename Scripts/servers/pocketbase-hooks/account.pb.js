// Who one is signed in as. PocketBase itself takes whoever has an expired token for a guest; this answers 401.
routerAdd("GET", "/account", (call) => call.json(200, { id: call.auth.id, email: call.auth.email() }), $apis.requireAuth("users"));
