import type { Context } from '../../../context.ts'
import type { PersonQuery, PersonSource, TableData } from '../../table-data/index.ts'
import type { Archive } from '../retention/archive/open.ts'

export interface ErasureContext extends Context {
  /** The data of a number, in the order in which it is shown and erased. */
  readonly sources: readonly PersonSource[]
  readonly data: readonly TableData[]
  /** Cancels the messages to a person that still wait. Returns their number. */
  cancelScheduled(query: PersonQuery): Promise<number>
  /** Stores the requests that this process has in memory, in the request log. */
  writeBuffers(): Promise<void>
  /** Days of messages in files outside of the database; null without an archive. */
  readonly archive: Pick<Archive, 'erasePerson'> | null
}
