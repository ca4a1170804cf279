/**
 * The texts of emails, of the checkout page, of short links and of answers to phones. Values are ICU messages. Apostrophes are
 * typographic (’), because a straight one quotes braces in ICU.
 */
export const en = {
  helpReply: 'Reply STOP to stop receiving messages, or START to receive them again.',
  lowCreditMessage: '{account}: {product} credit is low. {available} left, reminder level {level}.',
  roles: { owner: 'owner', member: 'member', viewer: 'viewer' },
  emails: {
    resetSubject: 'Reset your password',
    resetText: `Hello,

We received a request to reset the password for {email}. Choose a new password within one hour:

{link}

If you did not ask for this, ignore this email. Your password stays the same.
`,
    offerText: `Hello,

An operator has sent you a link to reset the password for {email}. Choose a new password within three days:

{link}

Until then, your current password keeps working.
`,
    invitationSubject: 'Invitation to {account}',
    invitationText: `Hello,

You are invited to join the account {account} as {role}. Accept the invitation within three days:

{link}

You will sign in with {email}.
`,
    invitationFromText: `Hello,

{inviter} invites you to join the account {account} as {role}. Accept the invitation within three days:

{link}

You will sign in with {email}.
`,
    lowCreditSubject: 'Low {product} credit: {account}',
    lowCreditText: `Hello,

The {product} credit of the account {account} is below its reminder level.

Available: {available}
Reminder level: {level}

You receive this email as an owner of the account. You will not receive another email until credit is added.
`,
    endpointSubject: 'Webhook endpoint disabled: {host}',
    endpointGoneText: `Hello,

Ngoma has disabled your {event} endpoint {id} because it answered 410 Gone:

  {url}

Events are kept. Fix the endpoint, then enable it and replay the missed events on the Webhooks page of the dashboard.
`,
    endpointFailingText: `Hello,

Ngoma has disabled your {event} endpoint {id} because every delivery attempt failed for five days:

  {url}

Events are kept. Fix the endpoint, then enable it and replay the missed events on the Webhooks page of the dashboard.
`,
  },
  checkout: {
    simulated: 'Simulated payment.',
    simulatedAbout: 'No money is transferred.',
    payTitle: 'Pay {amount} to {payee}',
    paying: 'You are paying',
    payee: 'To',
    reference: 'Reference',
    phone: 'Phone number',
    openUntil: 'Pay before',
    pay: 'Pay {amount}',
    cancel: 'Cancel',
    backToShop: 'Back to {shop}',
    failed: 'The payment failed. You were not charged. You can try again.',
    unavailable: 'Payments are not available at the moment. Please try again later.',
    triesUsedUp: 'This page was used too often without a payment. Ask the shop for a new one.',
    amountUnavailable:
      'This amount cannot be paid here, because only whole amounts are accepted. Please contact the shop.',
    currencyUnavailable: 'Payments in {currency} are not accepted here. Please contact the shop.',
    phoneInvalid: 'Enter the phone number that pays, with its country code.',
    payElsewhere: 'Pay by card or mobile money',
    confirmOnPhone: 'Confirm the payment on your phone {phone}.',
    unknownAbout: 'The result is not known yet, and this can take some days. Your money is not lost.',
    pendingTitle: 'Payment in progress',
    pending: 'Your payment is being processed',
    pendingAbout: 'This page checks for the result every {seconds} seconds. Do not pay again.',
    startedAt: 'Started',
    continueElsewhere: 'Continue to payment',
    checkNow: 'Check now',
    paid: 'Payment successful',
    paidAbout: 'Thank you. You can close this page.',
    paidAt: 'Paid',
    cancelled: 'Payment cancelled',
    cancelledAbout: 'You were not charged. You can close this page.',
    cancelledAt: 'Cancelled',
    expired: 'Payment expired',
    expiredAbout: 'The time to pay has passed. You were not charged. Please go back to the shop and start again.',
    expiredAt: 'Expired',
    missing: 'Payment not found',
    missingAbout:
      'The link is incomplete, or the payment has been removed. Please go back to the shop and start again.',
    rejected: 'Something went wrong',
    rejectedAbout: 'Nothing has changed. Please go back, reload the page and try again.',
    fault: 'Something went wrong',
    faultAbout: 'Please reload this page in a moment. You will not be charged twice.',
  },
  link: {
    missing: 'Link not found',
    missingAbout: 'This link does not exist or no longer works. Check that you copied all of it, or ask the sender.',
    fault: 'Something went wrong',
    faultAbout: 'Please open the link again in a moment.',
  },
} as const
