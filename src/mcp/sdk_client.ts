// The protocol SDK's client side, apart from the server's, so that a server does not load it. See sdk_server.ts.

// @ts-types="@modelcontextprotocol/sdk/client/index"
export { Client } from "@modelcontextprotocol/sdk/client/index.js";
