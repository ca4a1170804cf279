import type { Jobs } from '../../engine/work/index.ts'
import type { ContactsContext } from './context.ts'
import { cleanRemovedFields } from './fields/fields.ts'
import { forgetBrokenUploads } from './import/forget.ts'
import { importWork } from './import/work.ts'

export const contactsJobs = (ctx: ContactsContext): Jobs => ({
  work: [importWork(ctx)],
  tasks: [
    { name: 'contacts: forget broken uploads', everySeconds: 300, run: () => forgetBrokenUploads(ctx) },
    { name: 'contacts: delete values of removed fields', everySeconds: 60, run: () => cleanRemovedFields(ctx) },
  ],
})
