/** One row of the permissions table. */
import type { World } from '../world.ts'
import type { Person, Question } from './people.ts'

/** The columns of the table. A stranger owns another account. */
export const kinds = ['nobody', 'viewer', 'member', 'owner', 'stranger', 'operator'] as const

export type Kind = (typeof kinds)[number]

export interface Call extends Question {
  readonly path?: string
}

/**
 * A route, the status for each kind of user, and a call that is valid except for permissions. Each call creates the
 * objects that it deletes.
 */
export type Row = readonly [
  route: string,
  statuses: readonly [number, number, number, number, number, number],
  call?: (stage: Stage, kind: Kind) => Call | Promise<Call>,
]

export interface Stage {
  readonly world: World
  readonly accountId: number
  readonly people: Readonly<Record<Exclude<Kind, 'nobody'>, Person>>
}

export const phone = () => `2557${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
