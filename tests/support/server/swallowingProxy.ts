import { connect, createServer, type Socket } from "node:net";

/** A way to a server on which connections can be lost without a word. */
export interface SwallowingProxy {
  readonly port: number;
  /** From now on the connections that are open swallow all that is sent; new ones work. */
  swallow(): void;
  /** How many connections are open. */
  count(): number;
  stop(): Promise<void>;
}

/** Starts a proxy before a port of this machine. */
export const startSwallowingProxy = async (target: number): Promise<SwallowingProxy> => {
  const open = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    open.set(near, far);
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    swallow: () => {
      for (const [near, far] of open) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
      }
    },
    count: () => open.size,
    stop: () =>
      new Promise((resolve) => {
        for (const near of open.keys()) near.destroy();
        server.close(() => resolve());
      }),
  };
};
