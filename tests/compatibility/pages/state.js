// The page's side of the harness: it answers what the page's own state holds, and only when it is asked.
// A reader is a function of the page; what it returns comes from the library's state or callbacks.
(() => {
  let read = () => ({});
  globalThis.holds = (reader) => read = reader;
  if (globalThis.top !== globalThis) return;
  const socket = new WebSocket(`ws://${location.host}/held`);
  socket.onmessage = async ({ data }) => {
    let held;
    try {
      held = await read();
    } catch (error) {
      held = { error: String(error) };
    }
    socket.send(JSON.stringify({ id: data, held }));
  };
})();
