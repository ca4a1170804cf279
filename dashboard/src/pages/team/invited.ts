/** The result of an invitation. */
export interface Invited {
  readonly email: string
  /** False until an invitation by an owner is accepted. */
  readonly isMember: boolean
  /** Only operators see it, and only for a user without a password. */
  readonly token: string | null
  readonly mailed: boolean
}
