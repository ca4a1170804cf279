import type { FastifyInstance } from 'fastify'
import { serve } from '../../../console-route.ts'
import { readListPage, readSearch, showSlice } from '../../../values/page.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { nameKeyOf } from '../rules.ts'
import { fieldMissing } from './errors.ts'
import { changeField, createField, removeField } from './fields.ts'
import { findField, listFields } from './store.ts'

const change = (does: string) => ({ scope: 'contacts:write', may: 'member', does }) as const
const read = { scope: 'contacts:read', may: 'viewer' } as const

/** Definitions of custom contact fields. */
export function contactFieldsConsole(app: FastifyInstance, ctx: ContactsContext): void {
  const { db } = ctx

  serve(app, 'GET /v2/contact-fields', read, async ({ accountId, query }) => {
    const search = readSearch(query) ?? ''
    const fields = await listFields(db, accountId)
    const found = fields.filter(({ key, name }) => key.includes(search) || nameKeyOf(name).includes(search))
    return showSlice(found, readListPage(query))
  })

  serve(app, 'GET /v2/contact-fields/:field', read, async ({ accountId, id }) => {
    const field = await findField(db, accountId, id('field'))
    if (field === null) throw fieldMissing()
    return field
  })

  serve(app, 'POST /v2/contact-fields', change('contact-field.create'), async ({ accountId, body, request }) => {
    const field = await changeContacts(ctx, accountId, (tx, now) => createField(tx, accountId, body, now))
    request.auditDetail = { id: field.id, name: field.name, key: field.key }
    return field
  })

  serve(
    app,
    'PUT /v2/contact-fields/:field',
    change('contact-field.change'),
    async ({ accountId, id, body, request }) => {
      const field = await changeField(ctx, accountId, id('field'), body)
      request.auditDetail = { name: field.name, key: field.key }
      return field
    },
  )

  serve(app, 'DELETE /v2/contact-fields/:field', change('contact-field.remove'), ({ accountId, id }) =>
    removeField(ctx, accountId, id('field')),
  )
}
