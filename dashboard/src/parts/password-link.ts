/** The address where a user sets a new password, or their first. */
export const passwordLink = (token: string) => `${location.origin}/reset-password#token=${encodeURIComponent(token)}`
