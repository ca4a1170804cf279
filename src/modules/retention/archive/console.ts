import type { FastifyInstance } from 'fastify'
import { serve } from '../../../console-route.ts'
import { readPage, showPage } from '../../../values/page.ts'
import { parseDayName } from './days.ts'
import { noArchive, unknownDay } from './errors.ts'
import type { Archive } from './open.ts'

/** `archive` is null without a directory. */
export function archiveConsole(app: FastifyInstance, archive: Archive | null): void {
  serve(app, 'GET /archive', { may: 'operator' }, async ({ query }) => {
    if (archive === null) throw noArchive()
    const page = readPage(query)
    return showPage(await archive.list(page), page)
  })

  serve(app, 'GET /archive/:day/check', { may: 'operator' }, ({ params }) => {
    if (archive === null) throw noArchive()
    const day = parseDayName(params.day)
    if (day === null) throw unknownDay()
    return archive.verify(day.name)
  })
}
