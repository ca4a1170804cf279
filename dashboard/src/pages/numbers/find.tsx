import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { NumberField } from '../../parts/number-field.tsx'
import { badNumber } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Opens the history of a number: typed in any form, or found by its last digits or the name of a contact. */
export function FindNumberPage() {
  const { path, country } = useThisAccount()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  // Links and the history of the browser have one address for each number.
  const open = (phone: string) => navigate({ to: `${path}/numbers/${phone}` })
  const find = useChange(async () => {
    const { parseTypedPhone } = await import('../../../../src/values/local-number.ts')
    const phone = parseTypedPhone(typed, country)
    setRefused(phone === null)
    if (phone !== null) await open(phone)
  })
  return (
    <>
      <PageHead title={t.numberHistory.title} about={t.numberHistory.about} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          find.mutate(undefined)
        }}
      >
        <Group align="flex-start" gap="sm">
          <NumberField
            label={t.numberHistory.phone}
            description={t.numberHistory.phoneHelp}
            isFocused
            onType={(text) => {
              setTyped(text)
              setRefused(false)
            }}
            onChoose={(phone) => void open(phone)}
            error={isRefused ? badNumber : null}
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
