/** What admins change takes a recent proof of identity. */
export const adminChange = { staff: "admin", stepUp: true, writes: "moderation" } as const;
