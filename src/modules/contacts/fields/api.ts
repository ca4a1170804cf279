import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { contactFields } from '../../../contract/account/contact-fields.ts'
import { idKeyOf } from '../../../values/id.ts'
import { readSearch, showList } from '../../../values/page.ts'
import { cutList, readPlace } from '../../../values/place.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { nameKeyOf } from '../rules.ts'
import { changeField, createField, getField, removeField } from './fields.ts'
import { listFields } from './store.ts'

/** Definitions of custom contact fields. */
export function contactFieldsApi(app: FastifyInstance, ctx: ContactsContext): void {
  const { db } = ctx

  serve(app, contactFields.list, async ({ accountId, query }) => {
    const search = readSearch(query) ?? ''
    const fields = await listFields(db, accountId)
    const found = fields.filter(({ key, name }) => key.includes(search) || nameKeyOf(name).includes(search))
    return showList(cutList(found, readPlace(query), idKeyOf))
  })

  serve(app, contactFields.get, ({ accountId, id }) => getField(db, accountId, id('field')))

  serve(app, contactFields.create, async ({ accountId, body, request }) => {
    const field = await changeContacts(ctx, accountId, (tx, now) => createField(tx, accountId, body, now))
    request.auditDetail = { id: field.id, name: field.name, key: field.key }
    return field
  })

  serve(app, contactFields.update, async ({ accountId, id, body, request }) => {
    const field = await changeField(ctx, accountId, id('field'), body)
    request.auditDetail = { name: field.name, key: field.key }
    return field
  })

  serve(app, contactFields.delete, ({ accountId, id }) => removeField(ctx, accountId, id('field')))
}
