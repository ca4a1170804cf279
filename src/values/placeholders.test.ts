import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileText, listPlaceholders } from './placeholders.ts'

const longest = `a${'_'.repeat(31)}`

describe('placeholders', () => {
  const found: readonly [text: string, placeholders: readonly string[]][] = [
    ['', []],
    ['Hello', []],
    ['Hello {first_name}', ['first_name']],
    ['{a}{b} {a}', ['a', 'b']],
    ['{b} before {a}', ['b', 'a']],
    ['{First_Name} {FIRST_NAME} {first_name}', ['first_name']],
    ['{x1} {a_2_b}', ['x1', 'a_2_b']],
    [`{${longest}}`, [longest]],
    [`{${longest}x}`, []],
    ['{} { } {1} {_a} {a-b} {a b} { a} {a } {é} {\u212a}', []],
    ['{a', []],
    ['a}', []],
    ['{a\n}', []],
    ['{{a}}', ['a']],
    ['{a{b}c}', ['b']],
    ['{constructor} {__proto__} {toString}', ['constructor', 'tostring']],
  ]
  for (const [text, placeholders] of found) {
    it(`finds ${placeholders.join(', ') || 'none'} in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(listPlaceholders(text), placeholders))
  }
})

describe('compileText', () => {
  const values = new Map([
    ['first_name', 'Asha'],
    ['email', '{first_name}'],
    ['empty', ''],
    ['money', '$& $1 $$'],
  ])
  const filled: readonly [text: string, result: string][] = [
    ['', ''],
    ['Hello', 'Hello'],
    ['Hello {first_name}!', 'Hello Asha!'],
    ['{first_name}', 'Asha'],
    ['{First_Name}{FIRST_NAME}', 'AshaAsha'],
    ['{email}', '{first_name}'],
    ['{email}{first_name}', '{first_name}Asha'],
    ['{{email}}', '{{first_name}}'],
    ['a{empty}b', 'ab'],
    ['{fir{empty}st_name}', '{first_name}'],
    ['{money}', '$& $1 $$'],
    ['{} {1} { first_name }', '{} {1} { first_name }'],
  ]
  for (const [text, result] of filled) {
    it(`fills ${JSON.stringify(text)} as ${JSON.stringify(result)}`, () =>
      assert.equal(
        compileText(text).fill((name) => values.get(name) ?? '?'),
        result,
      ))
  }

  it('asks only for its placeholders, and can be filled repeatedly', () => {
    const { placeholders, fill } = compileText('{b} {A} {b} {}')
    const asked: string[] = []
    fill((name) => {
      asked.push(name)
      return ''
    })
    assert.deepEqual(asked, ['b', 'a', 'b'])
    assert.deepEqual(placeholders, ['b', 'a'])
    assert.equal(
      fill(() => '1'),
      '1 1 1 {}',
    )
    assert.equal(
      fill(() => '2'),
      '2 2 2 {}',
    )
  })

  it('fills a missing or empty value with its fallback', () => {
    const { placeholders, fill } = compileText('Dear {First_name|customer}, {code|} {city}')
    assert.deepEqual(placeholders, ['first_name', 'code', 'city'])
    const missing: string[] = []
    const fillWith = (values: Readonly<Record<string, string>>) =>
      fill((name) => values[name], { noteMissing: (name) => missing.push(name) })
    assert.equal(fillWith({ first_name: 'Asha', code: 'A1', city: 'Arusha' }), 'Dear Asha, A1 Arusha')
    assert.deepEqual(missing, [])
    assert.equal(fillWith({ first_name: ' ' }), 'Dear customer,  ')
    assert.equal(fillWith({ first_name: 'Asha', city: '' }), 'Dear Asha,  ')
    assert.deepEqual(missing, ['city', 'city'])
    assert.equal(
      compileText('{a|b|c} {a|{b}} {a |b}').fill(() => undefined),
      'b|c {a|} {a |b}',
    )
  })

  it('stops at the maximum length', () => {
    const { fill } = compileText('{a}'.repeat(13_000))
    let asked = 0
    const filled = fill(
      () => {
        asked += 1
        return 'x'.repeat(1_000)
      },
      { lengthMax: 2_000 },
    )
    assert.deepEqual([filled, asked], [null, 3])
    assert.equal(
      compileText('{a}b').fill(() => 'a', { lengthMax: 2 }),
      'ab',
    )
  })

  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,31}$/)
  /** Text without braces, which can never become part of a placeholder. */
  const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}]/g, ''))

  it('keeps plain text and inserts values, whatever they contain', () => {
    const piece = fc.oneof(fc.record({ plain }), fc.record({ name, value: fc.string() }))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        // The first value of a name applies everywhere.
        const given = new Map<string, string>()
        for (const one of pieces)
          if ('name' in one && !given.has(one.name.toLowerCase())) given.set(one.name.toLowerCase(), one.value)
        const text = pieces.map((one) => ('name' in one ? `{${one.name}}` : one.plain)).join('')
        const { placeholders, fill } = compileText(text)
        assert.deepEqual(placeholders, [...given.keys()])
        assert.equal(
          fill((one) => given.get(one) ?? assert.fail(one)),
          pieces.map((one) => ('name' in one ? given.get(one.name.toLowerCase()) : one.plain)).join(''),
        )
      }),
    )
  })

  it('returns the same text when filled with its own placeholders', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', 'b', '_', '1', ' ') }), (text) => {
        assert.equal(
          compileText(text).fill((one) => `{${one}}`),
          text,
        )
      }),
    )
  })
})
