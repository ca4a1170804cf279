import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { fitText } from '../../values/gsm.ts'
import { type Query, readPage, readSearch, readSort, showPage } from '../../values/page.ts'
import { templateNotFound } from './errors.ts'
import { checkLength } from './parse.ts'
import { listPlaceholders } from './rules.ts'
import { TemplateBody, TemplateChangeBody } from './schema.ts'
import { deleteTemplate, findTemplate, insertTemplate, listTemplates, type Template, updateTemplate } from './store.ts'

const area = consoleArea
const all = '/console/v1/accounts/:account/templates'
const one = `${all}/:template`

export function templatesConsole(app: FastifyInstance, ctx: Context): void {
  const { db, clock } = ctx
  const { segmentsMax } = ctx.config

  app.get(all, { config: { area, may: 'viewer' } }, async ({ accountId, query: asked }) => {
    const query = asked as Query
    const page = readPage(query)
    const sort = readSort(query, ['id', 'title', 'text', 'created'])
    const { items, total } = await listTemplates(db, accountId ?? 0, { page, sort, search: readSearch(query) })
    return showPage({ items: items.map(show), total }, page)
  })

  app.get(one, { config: { area, may: 'viewer' } }, async ({ accountId, params }) =>
    show(orMissing(await findTemplate(db, accountId ?? 0, idIn(params, 'template')))),
  )

  app.post(
    all,
    { config: { area, may: 'member', does: 'template.create' }, schema: { body: TemplateBody } },
    async (request, reply) => {
      const content = request.body as Static<typeof TemplateBody>
      checkLength(content.text, segmentsMax)
      const template = await insertTemplate(db, request.accountId ?? 0, content, clock.now())
      request.auditDetail = { id: template.id, title: template.title }
      return reply.code(201).send(show(template))
    },
  )

  app.put(
    one,
    { config: { area, may: 'member', does: 'template.change' }, schema: { body: TemplateChangeBody } },
    async (request) => {
      const { title = null, text = null } = request.body as Static<typeof TemplateChangeBody>
      if (text !== null) checkLength(text, segmentsMax)
      const template = orMissing(
        await updateTemplate(db, request.accountId ?? 0, idIn(request.params, 'template'), { title, text }),
      )
      request.auditDetail = { title: template.title }
      return show(template)
    },
  )

  app.delete(
    one,
    { config: { area, may: 'member', does: 'template.remove' } },
    async ({ accountId, params }, reply) => {
      if (!(await deleteTemplate(db, accountId ?? 0, idIn(params, 'template')))) throw templateNotFound()
      return reply.code(204).send()
    },
  )
}

function orMissing(template: Template | null): Template {
  if (template === null) throw templateNotFound()
  return template
}

/**
 * How it would go out as it stands, which is what its author can see: with its placeholders filled it may take more.
 */
function show({ id, title, text, createdAt }: Template) {
  return { id, title, text, placeholders: listPlaceholders(text), ...fitText(text, 'gsm'), createdAt }
}
