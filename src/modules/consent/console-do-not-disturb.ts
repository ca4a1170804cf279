import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import type { createUploadLimit } from '../../engine/csv/index.ts'
import { isSoundText } from '../../values/json.ts'
import { readPage, showPage } from '../../values/page.ts'
import { addDoNotDisturb, exportDoNotDisturb, importDoNotDisturb, removeDoNotDisturb } from './do-not-disturb.ts'
import { badNote, doNotDisturbMissing } from './errors.ts'
import { importFile, sendFile } from './files.ts'
import { fileBytesMax } from './import-rows.ts'
import { readPrefix } from './rules.ts'
import { listDoNotDisturb } from './store-do-not-disturb.ts'

/** The do-not-disturb list of the installation, for operators. The audit log does not get the numbers. */
export function doNotDisturbConsole(
  app: FastifyInstance,
  ctx: Context,
  limited: ReturnType<typeof createUploadLimit>,
): void {
  serve(app, 'GET /do-not-disturb', { may: 'operator', reads: 'do_not_disturb.read' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await listDoNotDisturb(ctx.db, readPrefix(query, null), page), page)
  })

  serve(
    app,
    'POST /do-not-disturb',
    { may: 'operator', does: 'do_not_disturb.add' },
    async ({ body: { phone, note = '' } }) => {
      if (!isSoundText(note)) throw badNote()
      return { phone: await addDoNotDisturb(ctx, phone, note) }
    },
  )

  serve(
    app,
    'POST /do-not-disturb/remove',
    { may: 'operator', does: 'do_not_disturb.remove' },
    async ({ body: { phone } }) => {
      if (!(await removeDoNotDisturb(ctx, phone))) throw doNotDisturbMissing()
    },
  )

  serve(
    app,
    'POST /do-not-disturb/import',
    { may: 'operator', does: 'do_not_disturb.import', streamsBody: true, bodyLimit: fileBytesMax },
    ({ request }) => limited(null, () => importFile(request, (source) => importDoNotDisturb(ctx, source))),
  )

  serve(
    app,
    'GET /do-not-disturb.csv',
    { may: 'operator', does: 'do_not_disturb.export' },
    async ({ request, reply }) => sendFile(request, reply, 'do-not-disturb', () => exportDoNotDisturb(ctx)),
  )
}
