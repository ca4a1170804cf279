import type { Tx } from '../../engine/db/index.ts'
import { insertTemplate } from './store.ts'

export { type CompiledText, compileText, linkPattern, type ValueOf } from '../../values/placeholders.ts'
export { findTemplate } from './store.ts'

/** Creates the first template of a new account. */
export async function prepareTemplates(tx: Tx, accountId: number, now: Date): Promise<void> {
  await insertTemplate(tx, accountId, { title: 'Welcome', text: 'Hello {first_name}, welcome to Ngoma.' }, now)
}
