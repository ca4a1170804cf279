import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { badNumber, isNumber } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Opens the history of a typed number. */
export function FindNumberPage() {
  const { path, country } = useThisAccount()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { phone: '' },
    validate: { phone: (text) => (isNumber(text) ? null : badNumber) },
  })
  // Links and the history of the browser have one address for each number.
  const find = useChange(async (typed: string) => {
    const { parseTypedPhone } = await import('../../../../src/values/local-number.ts')
    const phone = parseTypedPhone(typed, country)
    if (phone === null) form.setFieldError('phone', badNumber)
    else await navigate({ to: `${path}/numbers/${phone}` })
  })
  return (
    <>
      <PageHead title={t.numberHistory.title} about={t.numberHistory.about} />
      <form noValidate onSubmit={form.onSubmit(({ phone }) => find.mutate(phone))}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t.numberHistory.phone}
            description={t.numberHistory.phoneHelp}
            required
            inputMode="tel"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            w={{ base: '100%', sm: 320 }}
            data-autofocus
            {...form.getInputProps('phone')}
          />
          <Button type="submit" loading={find.isPending} leftSection={<Icon name="search" />} mt={{ base: 0, sm: 24 }}>
            {t.numberHistory.find}
          </Button>
        </Group>
        <Problem error={find.error} />
      </form>
    </>
  )
}
