import { insertImport } from '../../src/modules/contacts/import/store-pieces.ts'
import { command } from './people.ts'
import type { Row, Stage } from './rights-row.ts'
import { phone } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const

/** Address books, contacts and imports. */
export const contactRows: readonly Row[] = [
  [`GET ${account}/books`, viewers],
  [`POST ${account}/books`, [401, 403, 201, 201, 404, 201], () => ({ body: { name: phone() } })],
  [`GET ${account}/books/:book`, viewers, async (stage) => ({ path: `${account}/books/${await someBook(stage)}` })],
  [
    `PUT ${account}/books/:book`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ path: `${account}/books/${await someBook(stage)}`, body: {} }),
  ],
  [
    `DELETE ${account}/books/:book`,
    [401, 403, 204, 204, 404, 204],
    async (stage) => ({ path: `${account}/books/${await someBook(stage)}` }),
  ],
  [
    `GET ${account}/books/:book/export`,
    viewers,
    async (stage) => ({ path: `${account}/books/${await someBook(stage)}/export` }),
  ],
  [`GET ${account}/contacts`, viewers],
  [`POST ${account}/contacts`, [401, 403, 201, 201, 404, 201], () => ({ body: { phone: phone() } })],
  [
    `GET ${account}/contacts/:contact`,
    viewers,
    async (stage) => ({ path: `${account}/contacts/${await someContact(stage)}` }),
  ],
  [
    `PUT ${account}/contacts/:contact`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ path: `${account}/contacts/${await someContact(stage)}`, body: { firstName: 'Asha' } }),
  ],
  [
    `DELETE ${account}/contacts/:contact`,
    [401, 403, 204, 204, 404, 204],
    async (stage) => ({ path: `${account}/contacts/${await someContact(stage)}` }),
  ],
  [
    `POST ${account}/books/:book/imports`,
    [401, 403, 202, 202, 404, 202],
    async (stage) => ({
      path: `${account}/books/${await someBook(stage)}/imports`,
      body: 'phone\n255712345678\n',
      headers: { 'content-type': 'text/csv' },
    }),
  ],
  [
    `POST ${account}/books/:book/imports/preview`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({
      path: `${account}/books/${await someBook(stage)}/imports/preview`,
      body: 'phone\n255712345678\n',
      headers: { 'content-type': 'text/csv' },
    }),
  ],
  [`GET ${account}/imports`, viewers],
  [
    `GET ${account}/imports/:import`,
    viewers,
    async (stage) => ({ path: `${account}/imports/${await addImport(stage)}` }),
  ],
  [
    `GET ${account}/imports/:import/rows`,
    viewers,
    async (stage) => ({ path: `${account}/imports/${await addImport(stage)}/rows` }),
  ],
  [
    `GET ${account}/imports/:import/report`,
    viewers,
    async (stage) => ({ path: `${account}/imports/${await addImport(stage)}/report` }),
  ],
  [
    `DELETE ${account}/imports/:import`,
    [401, 403, 204, 204, 404, 204],
    async (stage) => ({ path: `${account}/imports/${await addImport(stage)}` }),
  ],
]

/** Contact fields and segments. */
export const contactFieldRows: readonly Row[] = [
  [`GET ${account}/contact-fields`, viewers],
  [
    `POST ${account}/contact-fields`,
    [401, 403, 201, 201, 404, 201],
    () => ({ body: { name: `field ${phone()}`, type: 'text' } }),
  ],
  [
    `GET ${account}/contact-fields/:field`,
    viewers,
    async (stage) => ({ path: `${account}/contact-fields/${await someField(stage)}` }),
  ],
  [
    `PUT ${account}/contact-fields/:field`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ path: `${account}/contact-fields/${await someField(stage)}`, body: {} }),
  ],
  [
    `DELETE ${account}/contact-fields/:field`,
    [401, 403, 204, 204, 404, 204],
    async (stage) => ({ path: `${account}/contact-fields/${await someField(stage)}` }),
  ],
  [`GET ${account}/segments`, viewers],
  [`POST ${account}/segments`, [401, 403, 201, 201, 404, 201], () => ({ body: { name: phone(), filter } })],
  [`POST ${account}/segments/preview`, viewers, () => ({ body: { filter } })],
  [
    `GET ${account}/segments/:segment`,
    viewers,
    async (stage) => ({ path: `${account}/segments/${await someSegment(stage)}` }),
  ],
  [
    `GET ${account}/segments/:segment/count`,
    viewers,
    async (stage) => ({ path: `${account}/segments/${await someSegment(stage)}/count` }),
  ],
  [
    `PUT ${account}/segments/:segment`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ path: `${account}/segments/${await someSegment(stage)}`, body: {} }),
  ],
  [
    `DELETE ${account}/segments/:segment`,
    [401, 403, 204, 204, 404, 204],
    async (stage) => ({ path: `${account}/segments/${await someSegment(stage)}` }),
  ],
]

const filter = { match: 'all', conditions: [{ field: 'city', op: 'set' }] }

const someField = async ({ world, accountId }: Stage): Promise<number> =>
  (await command(world, 'POST', `/accounts/${accountId}/contact-fields`, { name: `field ${phone()}`, type: 'text' }))
    .body.id

const someSegment = async ({ world, accountId }: Stage): Promise<number> =>
  (await command(world, 'POST', `/accounts/${accountId}/segments`, { name: phone(), filter })).body.id

const someBook = async ({ world, accountId }: Stage): Promise<number> =>
  (await command(world, 'POST', `/accounts/${accountId}/books`, { name: phone() })).body.id

const someContact = async ({ world, accountId }: Stage): Promise<number> =>
  (await command(world, 'POST', `/accounts/${accountId}/contacts`, { phone: phone() })).body.id

/** An import without a due time, so that no worker processes it before the call. */
const addImport = ({ world, accountId }: Stage) =>
  insertImport(world.db, accountId, { bookId: 1, fileName: 'a.csv', columns: [] }, world.clock.now())
