import type { Context } from '../../context.ts'
import type { Core, Module } from '../../module.ts'
import { contactsApi } from './api.ts'
import { type ContactsContext, openContacts } from './context.ts'
import { data } from './data.ts'
import { contactFieldsApi } from './fields/api.ts'
import { cleanRemovedFields } from './fields/fields.ts'
import { importsApi } from './import/api.ts'
import { importsMark } from './import/store.ts'
import { deleteDeadUpload, deletePieces, listDeadUploads, listEndedWithPieces } from './import/store-pieces.ts'
import { importWork } from './import/work.ts'
import { contactsRoutes } from './routes.ts'
import { segmentsApi } from './segments/api.ts'
import { prepareContacts } from './store-books.ts'
import { listNames } from './store-lists.ts'

interface Opened {
  readonly contacts: ContactsContext
}

export const contacts = {
  name: 'contacts',
  open: ({ ctx }: Core) => ({
    contacts: openContacts(ctx),
    listNames: (accountId: number, phones: readonly string[]) => listNames(ctx.db, accountId, phones),
  }),
  jobs: ({ contacts }: Opened) => ({
    work: [importWork(contacts)],
    tasks: [
      { name: 'contacts: forget broken uploads', everySeconds: 300, run: () => forgetBrokenUploads(contacts) },
      { name: 'contacts: delete values of removed fields', everySeconds: 60, run: () => cleanRemovedFields(contacts) },
    ],
  }),
  publicRoutes: ({ contacts }: Opened, http) => contactsRoutes(http, contacts),
  routes({ contacts }: Opened, scope) {
    contactsApi(scope, contacts)
    importsApi(scope, contacts)
    contactFieldsApi(scope, contacts)
    segmentsApi(scope, contacts)
  },
  hosts: ({ hostContact }) => ({ contact: hostContact }),
  data,
  liveMarks: { imports: importsMark },
  prepareAccount: () => prepareContacts,
} satisfies Module

/** Deletes interrupted uploads, and the rows of finished imports. */
export async function forgetBrokenUploads({ db }: Context): Promise<void> {
  const ended = await listEndedWithPieces(db)
  for (const { accountId, id } of await listDeadUploads(db)) await deleteDeadUpload(db, accountId, id)
  for (const { accountId, id } of ended) await deletePieces(db, accountId, id)
}
