import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  type TemplateDeleted,
  type Template as TemplateOnWire,
  type TemplateReply,
  templateSortFields,
} from '../../contract/public/templates.ts'
import { answerOnce, idIn, readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import { type Query, readPage, readSearch, readSort, showPage } from '../../values/page.ts'
import { changeSchema, createSchema, listSchema, removeSchema } from './describe.ts'
import { deleteFailed, invalidFormat, templateMissing } from './errors.ts'
import { readTemplate, readTemplateChange } from './parse.ts'
import {
  deleteTemplate,
  insertTemplate,
  listTemplates,
  type Template,
  type TemplateField,
  updateTemplate,
} from './store.ts'

const config = { area: 'sms', malformedBody: invalidFormat }
const path = '/public/v1/sms-templates'

/** Sort fields by their names in the public API. */
const fieldOf: Readonly<Record<(typeof templateSortFields)[number], TemplateField>> = {
  id: 'id',
  sms_title: 'title',
  message: 'text',
  created: 'created',
}

export function templatesRoutes(app: FastifyInstance, ctx: Context): void {
  const { db, clock } = ctx
  const { segmentsMax } = ctx.config

  app.get(path, { ...skipSchemaValidation, config, schema: listSchema }, async ({ query: asked, caller }) => {
    const query = asked as Query
    const page = readPage(query)
    const { field, direction } = readSort(query, templateSortFields)
    const { items, total } = await listTemplates(db, caller.accountId, {
      page,
      sort: { field: fieldOf[field], direction },
      search: readSearch(query),
    })
    return showPage({ items: items.map(toWire), total }, page)
  })

  app.post(
    path,
    { ...skipSchemaValidation, config, schema: createSchema },
    async (request, reply): Promise<TemplateReply> => {
      const { accountId } = request.caller
      const now = clock.now()
      // Parsed inside, so that a repeated request gets the stored response even if the limits have changed.
      const { answer, replayed } = await answerOnce(db, readIdempotencyKey(request, accountId), now, async (tx) =>
        toWire(await insertTemplate(tx, accountId, readTemplate(request.body, segmentsMax), now)),
      )
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      return { data: answer }
    },
  )

  app.put(
    `${path}/:id`,
    { ...skipSchemaValidation, config, schema: changeSchema },
    async ({ params, body, caller }): Promise<TemplateReply> => {
      const change = readTemplateChange(body, segmentsMax)
      const changed = await updateTemplate(db, caller.accountId, idIn(params, 'id'), change)
      if (changed === null) throw templateMissing()
      return { data: toWire(changed) }
    },
  )

  app.delete(
    `${path}/:id`,
    { ...skipSchemaValidation, config: { ...config, fault: deleteFailed }, schema: removeSchema },
    async ({ params, caller }): Promise<TemplateDeleted> => {
      if (!(await deleteTemplate(db, caller.accountId, idIn(params, 'id')))) throw templateMissing()
      return { code: 128, message: 'SMS Template Deleted Successfully' }
    },
  )
}

const toWire = ({ id, title, text, createdAt }: Template): TemplateOnWire => ({
  id: String(id),
  sms_title: title,
  message: text,
  created: createdAt.toISOString(),
})
