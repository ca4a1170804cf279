/** A link with which somebody chooses a password, and what became of it. */
export interface Invited {
  readonly email: string
  /** Null for somebody who signs in here already. */
  readonly token: string | null
  readonly mailed: boolean
}
