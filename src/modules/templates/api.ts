import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { templates } from '../../contract/account/templates.ts'
import { fitText } from '../../values/gsm.ts'
import { mapItems, readSearch, readSort, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { listPlaceholders } from '../../values/placeholders.ts'
import { refuse } from '../../values/refusal.ts'
import { checkLength } from './parse.ts'
import { deleteTemplate, findTemplate, insertTemplate, listTemplates, type Template, updateTemplate } from './store.ts'

export function templatesApi(app: FastifyInstance, ctx: Context): void {
  const { db, clock } = ctx
  const { segmentsMax } = ctx.config

  serve(app, templates.list, async ({ accountId, query }) => {
    const page = readPlace(query)
    const sort = readSort(query, ['id', 'title', 'text', 'created'])
    const found = await listTemplates(db, accountId, { page, sort, search: readSearch(query) })
    return showList(mapItems(found, show))
  })

  serve(app, templates.get, async ({ accountId, id }) =>
    show(orMissing(await findTemplate(db, accountId, id('template')))),
  )

  serve(app, templates.create, async ({ accountId, body, request }) => {
    checkLength(body.text, segmentsMax, 'parts')
    const template = await insertTemplate(db, accountId, body, clock.now())
    request.auditDetail = { id: template.id, title: template.title }
    return show(template)
  })

  serve(app, templates.update, async ({ accountId, id, body: { title = null, text = null }, request }) => {
    if (text !== null) checkLength(text, segmentsMax, 'parts')
    const template = orMissing(await updateTemplate(db, accountId, id('template'), { title, text }))
    request.auditDetail = { title: template.title }
    return show(template)
  })

  serve(app, templates.delete, async ({ accountId, id }) => {
    if (!(await deleteTemplate(db, accountId, id('template')))) throw refuse('template_not_found')
  })
}

function orMissing(template: Template | null): Template {
  if (template === null) throw refuse('template_not_found')
  return template
}

/** Shows the parts of the template itself, as its author sees it. With filled placeholders it may need more. */
function show({ id, title, text, createdAt }: Template) {
  const { encoding, segments: parts } = fitText(text, 'gsm')
  return { id, title, text, placeholders: listPlaceholders(text), encoding, parts, createdAt }
}
