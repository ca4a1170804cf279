import type { CarrierKind } from '../../../../../src/contract/console/routing.ts'
import type { Described, DescribedSettings } from '../../../../../src/values/kind-description.ts'
import type { CarrierFields, FieldText, FieldTexts } from '../../../catalogs/catalog.ts'
import { language } from '../../../text.ts'

/** The server describes the fields in English. */
const tables: Readonly<Record<string, () => Promise<{ readonly carrierFields: CarrierFields }>>> = {
  sw: () => import('../../../catalogs/sw/carrier-fields.ts'),
  fr: () => import('../../../catalogs/fr/carrier-fields.ts'),
}

const loaded = (await tables[language]?.())?.carrierFields ?? {}

/** The text of the longest listed end of a path. */
function findText(texts: FieldTexts, path: string): FieldText | undefined {
  const names = path.split('.')
  return names.map((_, index) => texts[names.slice(index).join('.')]).find((text) => text !== undefined)
}

/** A kind of carrier with its texts in the language of the user. */
export function translateKind(kind: CarrierKind, fields: CarrierFields = loaded): CarrierKind {
  const texts = fields[kind.kind]
  if (texts === undefined) return kind
  return {
    ...kind,
    settings: { ...kind.settings, properties: translateSettings(kind.settings.properties, texts, '') },
    secrets: kind.secrets.map((secret) => ({ ...secret, ...findText(texts, `secrets.${secret.name}`) })),
  }
}

const translateSettings = (settings: DescribedSettings, texts: FieldTexts, under: string): DescribedSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, translateSetting(one, texts, `${under}${name}`)]),
  )

function translateSetting(setting: Described, texts: FieldTexts, path: string): Described {
  const translated = { ...setting, ...findText(texts, path) }
  return setting.properties === undefined
    ? translated
    : { ...translated, properties: translateSettings(setting.properties, texts, `${path}.`) }
}
