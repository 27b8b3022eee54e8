/** Keys of a session's messages. */
export const messagesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);
