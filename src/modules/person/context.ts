import type { Context } from '../../context.ts'
import type { PersonQuestion, PersonSource } from './model.ts'

export interface ErasedFiles {
  readonly rows: number
  /** Archived days that are not in the directory. */
  readonly missingDays: number
}

/** Days of messages in files outside of the database. */
export interface PersonArchive {
  /** Overwrites the number in all files. */
  erasePerson(question: PersonQuestion): Promise<ErasedFiles>
}

/** Dependencies of the person module. */
export interface PersonContext extends Context {
  readonly sources: readonly PersonSource[]
  /** Cancels the messages to a person that still wait. Returns their number. */
  cancelScheduled(question: PersonQuestion): Promise<number>
  /** Stores the requests that this process has in memory, in the request log and in the refusals. */
  writeBuffers(): Promise<void>
  /** Null without an archive. */
  readonly archive: PersonArchive | null
}
