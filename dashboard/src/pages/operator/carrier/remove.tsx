import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fillPath } from '../../../../../src/values/address.ts'
import { ask } from '../../../api.ts'
import { queryClient, refresh, useChange } from '../../../data.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.ts'

interface RemoveCarrierProps {
  readonly name: string
  readonly onClose: () => void
}

export function RemoveCarrier({ name, onClose }: RemoveCarrierProps) {
  const navigate = useNavigate()
  const path = { carrier: name }
  const remove = useChange(() => ask('DELETE /carriers/:carrier', { path }), {
    onDone: () => {
      sayDone(`Carrier ${name} was removed.`)
      // Its page is left first, so that nobody asks for it once more.
      void navigate({ to: '/operator/carriers' }).then(() => {
        queryClient.removeQueries({ queryKey: [fillPath('/carriers/:carrier', path)] })
        return refresh('/carriers', '/routes', '/queues')
      })
    },
  })
  return (
    <Confirm
      title={`Remove ${name}?`}
      isOpen
      onClose={onClose}
      change={remove}
      submit="Remove carrier"
      onConfirm={() => remove.mutate(undefined)}
    >
      <Stack gap="xs">
        <span>Its routes go with it. Receipts that have not come yet are lost, and their messages end as expired.</span>
        <span>
          It is better to pause it first, and to remove it a day later. While messages wait for it, it can’t be removed.
        </span>
      </Stack>
    </Confirm>
  )
}
