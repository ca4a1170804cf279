/** A link with which somebody chooses a password, and what became of it. */
export interface Invited {
  readonly email: string
  /** False while the letter waits to be answered: an owner’s invitation. */
  readonly isMember: boolean
  /** Null for somebody who signs in here already, and for owners. */
  readonly token: string | null
  readonly mailed: boolean
}
