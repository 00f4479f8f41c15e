// What a process holds on to and what it has not swept up yet look alike from outside. Its debugger can tell them apart.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** A port on loopback that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

/** Has a process that was started with `--inspect=127.0.0.1:PORT` collect its garbage. */
export async function collectGarbage(port: number): Promise<void> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json() as {
    webSocketDebuggerUrl: string;
  }[];
  const url = targets[0]?.webSocketDebuggerUrl;
  if (url === undefined) throw new Error(`nothing to debug on port ${port}`);
  const socket = new WebSocket(url);
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = fail;
  });
  const send = (id: number): Promise<void> =>
    new Promise((done) => {
      socket.onmessage = ({ data }) => {
        if ((JSON.parse(String(data)) as { id?: number }).id === id) done();
      };
      socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    });
  await send(1);
  await send(2); // what finalizers let go of the first time
  socket.close();
}
