import { Checkbox, Radio, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CredentialBody, Product } from '../../../../src/contract/console/accounts.ts'
import { allScopes } from '../../../../src/values/scopes.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
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
    ...(reach === 'all' && scopes.reach !== 'some' ? {} : { products: listProducts(reach, chosen) }),
    ...(splitList(addresses).length === 0 ? {} : { addresses: splitList(addresses) }),
    ...(expires === '' ? {} : { expiresAt: endOf(expires).toISOString() }),
    ...(lenient ? { lenient } : {}),
    ...(operator ? { operator } : {}),
  }
}

interface CreateCredentialProps {
  readonly kind: 'key' | 'token'
  readonly onClose: () => void
  readonly onCreated: (shown: Shown) => void
}

export function CreateCredential({ kind, onClose, onCreated }: CreateCredentialProps) {
  const account = useThisAccount()
  const { operator } = useMe()
  const form = useForm<Values>({
    initialValues: start,
    validate: {
      name: (value) => (value.trim() === '' ? t.apiSetup.create.nameRequired : null),
      products: (value, { reach }) =>
        reach === 'some' && value.length === 0 ? t.apiSetup.create.productsRequired : null,
      scopes: validateScopes,
      expires: (value) => (value !== '' && !(endOf(value) > new Date()) ? t.apiSetup.create.lastDayPast : null),
    },
  })
  const create = useChange(
    async (values: Values): Promise<Shown> => {
      const body = bodyOf(values)
      const request = { path: { account: account.id }, body }
      const issued =
        kind === 'key'
          ? await ask('POST /accounts/:account/keys', request)
          : await ask('POST /accounts/:account/tokens', request)
      return {
        title: kind === 'key' ? t.apiSetup.create.newKey : t.apiSetup.create.newToken,
        issued,
        products: body.products ?? null,
      }
    },
    { refreshes: [`${account.path}/credentials`], onDone: onCreated },
  )
  return (
    <FormDialog
      title={kind === 'key' ? t.apiSetup.create.keyTitle : t.apiSetup.create.tokenTitle}
      isOpen
      onClose={onClose}
      change={create}
      submit={kind === 'key' ? t.apiSetup.createKey : t.apiSetup.createToken}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label={t.apiSetup.list.name}
        description={t.apiSetup.create.nameHelp}
        maxLength={200}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t.apiSetup.create.productAccess} {...form.getInputProps('reach')}>
        <Stack gap="xs" mt={6}>
          <Radio value="all" label={t.apiSetup.create.allProducts} />
          <Radio value="some" label={t.apiSetup.create.someProducts} />
          <Radio value="none" label={t.apiSetup.create.noProducts} />
        </Stack>
      </Radio.Group>
      {form.values.reach === 'some' && (
        <Checkbox.Group label={t.apiSetup.list.products} ps="md" {...form.getInputProps('products')}>
          <SimpleGrid cols={2} spacing="xs" mt={6}>
            {products.map(({ id }) => (
              <Checkbox key={id} value={id} label={wordFor(t.apiSetup.products, id)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      <ScopesField
        {...form.getInputProps('scopes')}
        value={form.values.scopes}
        onChange={(scopes) => {
          // Selected scopes are meant as a limit, which the public API does not have.
          if (scopes.reach === 'some' && form.values.scopes.reach !== 'some') form.setFieldValue('reach', 'none')
          form.setFieldValue('scopes', scopes)
        }}
      />
      <Textarea
        label={t.apiSetup.list.addresses}
        description={t.apiSetup.create.addressesHelp}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('addresses')}
      />
      <TextInput
        type="date"
        label={t.apiSetup.create.lastDay}
        description={t.apiSetup.create.lastDayHelp}
        {...form.getInputProps('expires')}
      />
      <Switch
        label={t.apiSetup.list.lenient}
        description={t.apiSetup.create.lenientHelp}
        {...form.getInputProps('lenient', { type: 'checkbox' })}
      />
      {operator && (
        <Switch
          label={t.apiSetup.list.operator}
          description={t.apiSetup.create.operatorHelp}
          {...form.getInputProps('operator', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
