import { Checkbox, Radio, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CredentialBody, Product } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { kindWord, type Shown } from './credential.ts'
import { products } from './products.ts'

const start = {
  name: '',
  reach: 'all',
  products: [] as Product[],
  addresses: '',
  expires: '',
  lenient: false,
  operator: false,
}
type Values = typeof start

const listOf = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

/** The day counts to its end, where whoever chose it is. */
const endOf = (day: string) => new Date(`${day}T23:59:59.999`)

/** What is no limit is left out. */
function bodyOf({ name, reach, products: chosen, addresses, expires, lenient, operator }: Values): CredentialBody {
  return {
    name: name.trim(),
    ...(reach === 'all' ? {} : { products: chosen }),
    ...(listOf(addresses).length === 0 ? {} : { addresses: listOf(addresses) }),
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
      name: (value) => (value.trim() === '' ? 'Give it a name: that of the program it is for.' : null),
      products: (value, { reach }) => (reach === 'some' && value.length === 0 ? 'Choose at least one.' : null),
      expires: (value) => (value !== '' && !(endOf(value) > new Date()) ? 'Choose a day that is not over.' : null),
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
      return { title: `Your new ${kindWord[kind]}`, issued, products: body.products ?? null }
    },
    { refreshes: [`${account.path}/credentials`], onDone: onCreated },
  )
  return (
    <FormDialog
      title={kind === 'key' ? 'Create an API key' : 'Create an access token'}
      isOpen
      onClose={onClose}
      change={create}
      submit={kind === 'key' ? 'Create key' : 'Create token'}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Name"
        description="What uses it: “Web shop”, “School register”."
        maxLength={200}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label="What it may be used for" {...form.getInputProps('reach')}>
        <Stack gap="xs" mt={6}>
          <Radio value="all" label="All products" />
          <Radio value="some" label="Only some" />
        </Stack>
      </Radio.Group>
      {form.values.reach === 'some' && (
        <Checkbox.Group label="Products" pl="md" {...form.getInputProps('products')}>
          <SimpleGrid cols={2} spacing="xs" mt={6}>
            {products.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      <Textarea
        label="Allowed IP addresses"
        description="One on a line, or a network such as 10.0.0.0/8. Leave it empty and it works from anywhere."
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('addresses')}
      />
      <TextInput
        type="date"
        label="Last day"
        description="Leave it empty and it works until you revoke it."
        {...form.getInputProps('expires')}
      />
      <Switch
        label="Lenient"
        description="For older programs: also takes a + before phone numbers, numbers for texts, no encoding, old names and paths. Leave it off for new ones."
        {...form.getInputProps('lenient', { type: 'checkbox' })}
      />
      {operator && (
        <Switch
          label="Operator"
          description="May ask the API about every account of this server. Only operators see this."
          {...form.getInputProps('operator', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
