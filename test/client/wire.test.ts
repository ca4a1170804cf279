import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Ngoma } from 'ngoma/client'
import { printClient } from '../../client/generate.ts'
import { printWire, type Schema } from '../../client/print-wire.ts'
import { type Document, publicPathsOf } from '../documented.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { calls } from './calls.ts'

onOneEngine('client: generated types', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  it('match the OpenAPI document', async () => {
    const { body } = await world.request('GET', '/openapi.json')
    for (const [path, text] of Object.entries(printClient(body)))
      assert.equal(readFileSync(path, 'utf8'), text, 'npm run generate:client writes them anew')
  })

  it('cover every operation of the API with a method', async () => {
    const paths = publicPathsOf((await world.request('GET', '/openapi.json')).body as Document)
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '7')}`, operation] as const,
      ),
    )
    const answers = new Map<string, readonly { readonly value: unknown }[]>(
      operations.map(([request, { responses }]) => [
        request,
        Object.values(responses['200']?.content?.['application/json']?.examples ?? {}),
      ]),
    )
    const asked: string[] = []
    const spied = new Ngoma({
      url: 'http://127.0.0.1',
      token: 'any',
      fetch: async (url, { method }) => {
        const request = `${method} ${new URL(url).pathname}`
        asked.push(request)
        return new Response(JSON.stringify(answers.get(request)?.[0]?.value))
      },
    })
    const asks: string[] = []
    for (const [operationId, call] of Object.entries(calls)) {
      await call(spied)
      asks.push(`${operationId}: ${asked.splice(0).join()}`)
    }
    assert.deepEqual(
      asks.toSorted(),
      operations.map(([request, { operationId }]) => `${operationId}: ${request}`).toSorted(),
    )
  })
})

const shapes: readonly [schema: Schema, asked: string, answered: string][] = [
  [{ type: 'integer' }, 'number', 'number'],
  [{ type: ['string', 'null'] }, 'string | null', 'string | null'],
  [{ const: 8 }, '8', '8'],
  [{ type: 'string', enum: ["it's", 'on'] }, "'it\\'s' | 'on'", "'it\\'s' | 'on'"],
  [
    { anyOf: [{ type: 'integer' }, { type: 'number' }, { $ref: '#/components/schemas/Id' }] },
    'number | string',
    'number | string',
  ],
  [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]', '(string | null)[]'],
  [{ type: 'object' }, 'Record<string, unknown>', 'Record<string, unknown>'],
  [{}, 'unknown', 'unknown'],
]

describe('printWire', () => {
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
  const print = (schema: Schema) =>
    printWire({
      components: { schemas: { Id: { type: 'string' } } },
      paths: {
        '/v1/some-things/{id}': {
          post: {
            operationId: 'changeThing',
            requestBody: json(schema),
            responses: { 200: json(schema), 404: json({}) },
          },
        },
      },
    })
  for (const [schema, body, answer] of shapes) {
    it(`prints ${body} for ${JSON.stringify(schema)}`, () => {
      const printed = print(schema)
      assert.ok(printed.includes(`export type ChangeThingBody = ${body}\n`), printed)
      assert.ok(printed.includes(`export type ChangeThingAnswer = ${answer}\n`), printed)
    })
  }

  it('prints optional fields and descriptions', () => {
    const fields = {
      'a-b': { type: 'string', description: 'ends here */' },
      c: { type: 'object', properties: { d: { type: 'boolean' } }, required: ['d'] },
    }
    const printed = print({ type: 'object', properties: fields, required: ['c'] })
    assert.ok(
      printed.includes(
        "Body {\n  /** ends here * / */\n  'a-b'?: string | undefined\n  c: {\n    d: boolean\n  }\n}\n",
      ),
      printed,
    )
    assert.ok(printed.includes("Answer {\n  /** ends here * / */\n  'a-b'?: string\n"), printed)
  })

  it('prints types for queries and callbacks', () => {
    const printed = printWire({
      paths: {
        '/v1/a': {
          get: {
            operationId: 'listThings',
            parameters: [{ in: 'query', name: 'q', required: true, schema: { type: 'string' } }],
            responses: {},
          },
        },
      },
      webhooks: {
        thing: {
          post: {
            operationId: 'thingEnded',
            summary: 'A thing ended',
            requestBody: json({ type: 'string' }),
            responses: {},
          },
        },
      },
    })
    assert.ok(printed.includes('export interface ListThingsQuery {\n  q: string\n}\n'), printed)
    assert.ok(printed.includes('/** A thing ended. */\nexport type ThingEndedCallback = string\n'), printed)
  })
})
