/** Makes attempts with one idempotency key an intent: whatever fails keeps its key for the next attempt of the same, so that both together are done once. */
export const intentKeys = (newKey: () => string) => {
  const open = new Map<string, string>();
  return async <Answer>(intent: unknown, attempt: (key: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(intent);
    const key = open.get(text) ?? newKey();
    open.set(text, key);
    const answer = await attempt(key);
    open.delete(text);
    return answer;
  };
};
