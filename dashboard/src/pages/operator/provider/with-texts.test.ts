import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DescribedSettings } from '../../../../../src/values/kind-description.ts'
import { kinds } from '../../../../../test/provider-kinds.ts'
import { carrierFields as carriersFr } from '../../../catalogs/fr/carrier-fields.ts'
import { providerFields as providersFr } from '../../../catalogs/fr/provider-fields.ts'
import { carrierFields as carriersSw } from '../../../catalogs/sw/carrier-fields.ts'
import { providerFields as providersSw } from '../../../catalogs/sw/provider-fields.ts'
import { withTexts } from './with-texts.ts'

const sw = { ...carriersSw, ...providersSw }
const fr = { ...carriersFr, ...providersFr }

/** All descriptions by path. */
const listTexts = (settings: DescribedSettings, under = ''): [path: string, description: string][] =>
  Object.entries(settings).flatMap(([name, { description, properties = {} }]) => [
    [`${under}${name}`, description] as [string, string],
    ...listTexts(properties, `${under}${name}.`),
  ])

const placeholders = (text: string) => text.match(/\{[\w.]+\}/g) ?? []

for (const [language, fields] of Object.entries({ sw, fr }))
  for (const [kind, description] of Object.entries(kinds))
    describe(`${language} texts of ${kind}`, () => {
      const translated = withTexts(description, fields[kind])

      it('translate every setting and keep its placeholders', () => {
        const english = listTexts(description.settings.properties)
        for (const [index, [path, about]] of listTexts(translated.settings.properties).entries()) {
          const [, englishAbout = ''] = english[index] ?? []
          assert.notEqual(about, englishAbout, `${path} has no description`)
          assert.deepEqual(placeholders(about), placeholders(englishAbout), path)
        }
      })

      it('translate every secret', () => {
        for (const [index, { name, title }] of translated.secrets.entries())
          assert.notEqual(title, description.secrets[index]?.title, name)
      })

      it('have no text without a setting', () => {
        const shown = JSON.stringify(translated)
        for (const [path, { title, description: about }] of Object.entries(fields[kind] ?? {}))
          for (const text of [title, about ?? title]) assert.ok(shown.includes(JSON.stringify(text)), path)
      })
    })
