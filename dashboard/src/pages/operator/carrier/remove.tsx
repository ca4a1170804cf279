import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fillPath } from '../../../../../src/values/address.ts'
import { ask } from '../../../api.ts'
import { queryClient, refresh, useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { fill } from '../../../text.ts'

interface RemoveCarrierProps {
  readonly name: string
  readonly onClose: () => void
}

export function RemoveCarrier({ name, onClose }: RemoveCarrierProps) {
  const navigate = useNavigate()
  const path = { carrier: name }
  const remove = useChange(() => ask('DELETE /carriers/:carrier', { path }), {
    onDone: () => {
      sayDone(fill(t.carriers.removed, { name }))
      // Leave the page first, so that it does not ask for the carrier again.
      void navigate({ to: '/operator/carriers' }).then(() => {
        queryClient.removeQueries({ queryKey: [fillPath('/carriers/:carrier', path)] })
        return refresh('/carriers', '/providers', '/routes', '/queues')
      })
    },
  })
  return (
    <Confirm
      title={fill(t.carriers.removeTitle, { name })}
      isOpen
      onClose={onClose}
      change={remove}
      submit={t.carriers.remove}
      onConfirm={() => remove.mutate(undefined)}
    >
      <Stack gap="xs">
        <span>{t.carriers.removeAbout}</span>
        <span>{t.carriers.removeAdvice}</span>
      </Stack>
    </Confirm>
  )
}
