import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { fitText } from '../../values/gsm.ts'
import { readListPage, readSearch, readSort, showList } from '../../values/page.ts'
import { listPlaceholders } from '../../values/placeholders.ts'
import { templateNotFound } from './errors.ts'
import { checkLength } from './parse.ts'
import { deleteTemplate, findTemplate, insertTemplate, listTemplates, type Template, updateTemplate } from './store.ts'

export function templatesConsole(app: FastifyInstance, ctx: Context): void {
  const { db, clock } = ctx
  const { segmentsMax } = ctx.config

  serve(app, 'GET /v2/templates', { scope: 'templates:read', may: 'viewer' }, async ({ accountId, query }) => {
    const page = readListPage(query)
    const sort = readSort(query, ['id', 'title', 'text', 'created'])
    const { items, total } = await listTemplates(db, accountId, { page, sort, search: readSearch(query) })
    return showList({ items: items.map(show), total }, page)
  })

  serve(app, 'GET /v2/templates/:template', { scope: 'templates:read', may: 'viewer' }, async ({ accountId, id }) =>
    show(orMissing(await findTemplate(db, accountId, id('template')))),
  )

  serve(
    app,
    'POST /v2/templates',
    { scope: 'templates:write', may: 'member', does: 'template.create' },
    async ({ accountId, body, request }) => {
      checkLength(body.text, segmentsMax)
      const template = await insertTemplate(db, accountId, body, clock.now())
      request.auditDetail = { id: template.id, title: template.title }
      return show(template)
    },
  )

  serve(
    app,
    'PUT /v2/templates/:template',
    { scope: 'templates:write', may: 'member', does: 'template.change' },
    async ({ accountId, id, body: { title = null, text = null }, request }) => {
      if (text !== null) checkLength(text, segmentsMax)
      const template = orMissing(await updateTemplate(db, accountId, id('template'), { title, text }))
      request.auditDetail = { title: template.title }
      return show(template)
    },
  )

  serve(
    app,
    'DELETE /v2/templates/:template',
    { scope: 'templates:write', may: 'member', does: 'template.remove' },
    async ({ accountId, id }) => {
      if (!(await deleteTemplate(db, accountId, id('template')))) throw templateNotFound()
    },
  )
}

function orMissing(template: Template | null): Template {
  if (template === null) throw templateNotFound()
  return template
}

/** Shows the segments of the template itself, as its author sees it. With filled placeholders it may need more. */
function show({ id, title, text, createdAt }: Template) {
  return { id, title, text, placeholders: listPlaceholders(text), ...fitText(text, 'gsm'), createdAt }
}
