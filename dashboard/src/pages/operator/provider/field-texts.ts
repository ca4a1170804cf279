import type { KindDescription } from '../../../../../src/values/kind-description.ts'
import type { CarrierFields } from '../../../catalogs/catalog.ts'
import { language } from '../../../text.ts'
import { withTexts } from './with-texts.ts'

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

/** A kind with its texts in the language of the user. `name` is `smpp` for a carrier, `airtime http` for a provider. */
export const translateKind = <One extends KindDescription>(kind: One, name: string): One =>
  withTexts(kind, loaded[name])
