import { Checkbox, SimpleGrid } from '@mantine/core'
import type { Product } from '../../../../src/contract/console/accounts.ts'
import type { CredentialBody } from '../../../../src/contract/console/credentials.ts'
import { allScopes } from '../../../../src/values/scopes.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { t, wordFor } from '../../text.ts'
import type { Shown } from './credential.ts'
import { products } from './products.ts'
import { choiceOf, ScopesField, scopesOf, validateScopes } from './scopes-field.tsx'

const start = {
  name: '',
  reach: 'all',
  products: [] as Product[],
  scopes: choiceOf([allScopes]),
  addresses: '',
  expires: '',
  lenient: false,
  operator: false,
}
type Values = typeof start

const splitList = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

/** The last moment of the day, in the user’s time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59.999`)

/** All products by name if scopes are selected: without names, the key would have none. */
const listProducts = (reach: string, chosen: Product[]): Product[] =>
  reach === 'all' ? products.map(({ id }) => id as Product) : reach === 'none' ? [] : chosen

/** Omits empty limits. */
function bodyOf({
  name,
  reach,
  products: chosen,
  scopes,
  addresses,
  expires,
  lenient,
  operator,
}: Values): CredentialBody {
  return {
    name: name.trim(),
    scopes: scopesOf(scopes),
    products: reach === 'all' && scopes.reach !== 'some' ? undefined : listProducts(reach, chosen),
    addresses: splitList(addresses).length === 0 ? undefined : splitList(addresses),
    expiresAt: expires === '' ? undefined : endOf(expires).toISOString(),
    lenient: lenient || undefined,
    operator: operator || undefined,
  }
}

interface CreateCredentialProps {
  readonly kind: 'key' | 'token'
  readonly close: () => unknown
  readonly onCreated: (shown: Shown) => void
}

export function CreateCredential({ kind, close, onCreated }: CreateCredentialProps) {
  const account = useThisAccount()
  const { operator } = useMe()
  const isKey = kind === 'key'
  const { create: texts, list } = t.apiSetup
  return (
    <EditDialog
      route={isKey ? 'POST /accounts/:account/keys' : 'POST /accounts/:account/tokens'}
      path={{ account: account.id }}
      title={isKey ? texts.keyTitle : texts.tokenTitle}
      submit={isKey ? t.apiSetup.createKey : t.apiSetup.createToken}
      values={start}
      fields={{
        name: { label: list.name, help: texts.nameHelp, missing: texts.nameRequired },
        reach: {
          label: texts.productAccess,
          choices: { all: [texts.allProducts], some: [texts.someProducts], none: [texts.noProducts] },
        },
        products: {
          label: list.products,
          check: (value) => (value.length === 0 ? texts.productsRequired : null),
          isHidden: ({ reach }) => reach !== 'some',
          input: ({ required: _, ...props }) => (
            <Checkbox.Group ps="md" {...props} onChange={(chosen) => props.onChange(chosen as Product[])}>
              <SimpleGrid cols={2} spacing="xs" mt={6}>
                {products.map(({ id }) => (
                  <Checkbox key={id} value={id} label={wordFor(t.apiSetup.products, id)} />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
          ),
        },
        scopes: { label: '', check: validateScopes },
        addresses: { label: list.addresses, help: texts.addressesHelp },
        expires: {
          label: texts.lastDay,
          help: texts.lastDayHelp,
          type: 'date',
          check: (value) => (value !== '' && !(endOf(value) > new Date()) ? texts.lastDayPast : null),
        },
        lenient: { label: list.lenient, help: texts.lenientHelp },
        operator: { label: list.operator, help: texts.operatorHelp, isHidden: () => !operator },
      }}
      body={bodyOf}
      refreshes={[`${account.path}/credentials`]}
      close={close}
      done={(issued, values) =>
        onCreated({ title: isKey ? texts.newKey : texts.newToken, issued, products: bodyOf(values).products ?? null })
      }
    >
      {({ name, reach, products: some, scopes: _, ...others }, form) => (
        <>
          {name}
          {reach}
          {some}
          <ScopesField
            error={form.errors.scopes as string | undefined}
            value={form.values.scopes}
            onChange={(scopes) => {
              // Selected scopes are meant as a limit, which the public API does not have.
              if (scopes.reach === 'some' && form.values.scopes.reach !== 'some') form.setFieldValue('reach', 'none')
              form.setFieldValue('scopes', scopes)
            }}
          />
          {Object.values(others)}
        </>
      )}
    </EditDialog>
  )
}
