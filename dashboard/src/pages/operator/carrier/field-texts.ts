import type { Described, DescribedSettings, KindDescription } from '../../../../../src/values/kind-description.ts'
import type { CarrierFields, FieldText, FieldTexts } from '../../../catalogs/catalog.ts'
import { language } from '../../../text.ts'

/** The server describes the fields in English. */
const tables: Readonly<
  Record<
    string,
    readonly [
      carriers: () => Promise<{ readonly carrierFields: CarrierFields }>,
      providers: () => Promise<{ readonly providerFields: CarrierFields }>,
    ]
  >
> = {
  sw: [() => import('../../../catalogs/sw/carrier-fields.ts'), () => import('../../../catalogs/sw/provider-fields.ts')],
  fr: [() => import('../../../catalogs/fr/carrier-fields.ts'), () => import('../../../catalogs/fr/provider-fields.ts')],
}

const [carriers, providers] = tables[language] ?? []
const loaded: CarrierFields = { ...(await carriers?.())?.carrierFields, ...(await providers?.())?.providerFields }

/** The text of the longest listed end of a path. */
function findText(texts: FieldTexts, path: string): FieldText | undefined {
  const names = path.split('.')
  return names.map((_, index) => texts[names.slice(index).join('.')]).find((text) => text !== undefined)
}

/** A kind with its texts in the language of the user. `name` is `smpp` for a carrier, `airtime http` for a provider. */
export function translateKind<One extends KindDescription>(
  kind: One,
  name: string,
  fields: CarrierFields = loaded,
): One {
  const texts = fields[name]
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
