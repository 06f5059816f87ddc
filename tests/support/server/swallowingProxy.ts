import { connect, createServer, type Socket } from "node:net";

/** TCP proxy that can make open connections silent, as a broken network would, or switch to another server. */
export interface SwallowingProxy {
  readonly port: number;
  /** Drops all further data of the open connections. New connections still work. */
  swallow(): void;
  /** Connects new connections to another local port. Open connections stay unchanged. */
  redirect(port: number): void;
  /** Returns the number of open connections. */
  count(): number;
  stop(): Promise<void>;
}

/** Starts a proxy for the local port `target`. */
export const startSwallowingProxy = async (target: number): Promise<SwallowingProxy> => {
  const open = new Map<Socket, Socket>();
  let goal = target;
  const server = createServer((near) => {
    const far = connect(goal, "127.0.0.1");
    open.set(near, far);
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
    far.on("close", () => near.destroy());
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
    redirect: (port) => {
      goal = port;
    },
    count: () => open.size,
    stop: () =>
      new Promise((resolve) => {
        for (const near of open.keys()) near.destroy();
        server.close(() => resolve());
      }),
  };
};
