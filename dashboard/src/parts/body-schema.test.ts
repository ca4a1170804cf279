import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FieldSchema, fieldOf, missedRange, readInput } from './body-schema.ts'

const text = { type: 'string', maxLength: 100 }
const nullableText: FieldSchema = { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] }
const count = { type: 'integer', minimum: 1, maximum: 10 }

describe('the fields of a form', () => {
  const required: readonly (readonly [title: string, schema: FieldSchema, isInBody: boolean, isRequired: boolean])[] = [
    ['a text that may be empty', text, true, false],
    ['a text with a minimum length', { ...text, minLength: 1 }, true, true],
    ['a text that must not be blank', { ...text, pattern: '\\S' }, true, true],
    ['an optional text with a minimum length', { ...text, minLength: 1 }, false, false],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, true, true],
    ['a number', count, true, true],
    ['a switch', { type: 'boolean' }, true, false],
    ['a value that may be null', nullableText, true, false],
  ]
  for (const [title, schema, isInBody, isRequired] of required)
    it(`${isRequired ? 'require' : 'do not require'} ${title}`, () => {
      assert.equal(fieldOf(schema, isInBody).isRequired, isRequired)
    })

  const inputs: readonly (readonly [title: string, schema: FieldSchema, input: unknown, sent: unknown])[] = [
    ['send a line without its outer spaces', text, ' Duka ', 'Duka'],
    ['send a long text unchanged', { type: 'string', maxLength: 5_000 }, ' Habari\n', ' Habari\n'],
    ['send an empty text that is a value', text, ' ', ''],
    ['leave out an empty text that is not a valid value', { ...text, minLength: 1 }, '', undefined],
    ['send null for an empty value that may be null', nullableText, '', null],
    ['send a number', count, '7', 7],
    ['leave out an empty number', count, '', undefined],
    ['send an id that was chosen as a text', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '17', 17],
    ['send lines as a list', { type: 'array' }, 'red\n\n blue ', ['red', 'blue']],
    ['send no lines as null, if that is a value', { anyOf: [{ type: 'array' }, { type: 'null' }] }, ' ', null],
    ['send a switch', { type: 'boolean' }, false, false],
  ]
  for (const [title, schema, input, sent] of inputs)
    it(title, () => {
      assert.deepEqual(readInput(fieldOf(schema, true), input), sent)
    })

  it('accept whole numbers in the range of the schema', () => {
    const field = fieldOf(count, true)
    assert.deepEqual(
      [1, '10', ''].map((input) => missedRange(field, input)),
      [null, null, null],
    )
    for (const input of [0, 11, 1.5, 'x']) assert.deepEqual(missedRange(field, input), { min: 1, max: 10 })
  })
})
