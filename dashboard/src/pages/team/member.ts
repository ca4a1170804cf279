import type { Role } from '../../session.tsx'

export interface Member {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** False until an invitation was taken up. */
  readonly hasPassword: boolean
  readonly createdAt: string
}

/** A link with which somebody chooses a password, and what became of it. */
export interface Invited {
  readonly email: string
  /** Null for somebody who signs in here already. */
  readonly token: string | null
  readonly mailed: boolean
}
