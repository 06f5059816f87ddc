/** Message in a stream of server-sent events. */
export interface ServerSentEvent {
  /** Name of the event, or undefined if the event has none. */
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: string;
}

const fieldOf = (line: string): readonly [name: string, value: string] => {
  const at = line.indexOf(":");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
};

const parseBlock = (block: string): ServerSentEvent | undefined => {
  const fields = block.split("\n").map(fieldOf);
  const lastOf = (name: string) => fields.findLast(([one]) => one === name)?.[1];
  const data = fields.filter(([name]) => name === "data").map(([, value]) => value);
  return data.length > 0 ? { event: lastOf("event"), id: lastOf("id"), data: data.join("\n") } : undefined;
};

/**
 * Returns a function that takes the next chunk of a stream's text and returns the messages that are now complete.
 * Comments, and messages without data, are skipped.
 */
export const createEventParser = (): ((chunk: string) => readonly ServerSentEvent[]) => {
  let rest = "";
  return (chunk) => {
    const text = `${rest}${chunk}`;
    // A carriage return at the end of a chunk may be the first half of a line break (CR LF), so it is kept until the
    // next chunk arrives.
    const isCut = text.endsWith("\r");
    const blocks = (isCut ? text.slice(0, -1) : text).replace(/\r\n?/g, "\n").split("\n\n");
    rest = `${blocks.pop() ?? ""}${isCut ? "\r" : ""}`;
    return blocks.flatMap((block) => parseBlock(block) ?? []);
  };
};
