#!/usr/bin/env perl
# An SMSC on Net::SMPP (Debian: libnet-smpp-perl), which shares no line with ours. It does what the ends of numbers ask for, as the simulated network does,
# prints the port that it listens on, and ends with its standard input. Usage: foreign-smsc.pl SYSTEM_ID PASSWORD LATE_SECONDS
use strict;
use warnings;
use IO::Select;
use Net::SMPP;
use POSIX qw(strftime);
use Time::HiRes qw(time);

use constant {
    BIND_RECEIVER => 0x01, BIND_TRANSMITTER => 0x02, SUBMIT => 0x04, DELIVER_RESP => 0x80000005, UNBIND => 0x06, BIND_TRANSCEIVER => 0x09,
    ENQUIRE => 0x15, RESPONSE => 0x80000000,
};
use constant { OK => 0x00, NO_SUCH_COMMAND => 0x03, NOT_BOUND => 0x04, SYSTEM_ERROR => 0x08, BAD_DESTINATION => 0x0b, BAD_PASSWORD => 0x0e, BAD_SYSTEM_ID => 0x0f };
use constant { DELIVERED => 2, UNDELIVERABLE => 5 };
use constant { USUAL_DELAY => 0.05, AGAIN_DELAY => 0.1, BUSY_TIMES => 2 };

my ($system_id, $password, $late_seconds) = @ARGV;
$SIG{PIPE} = 'IGNORE';
# The module warns of every connection that ends.
$SIG{__WARN__} = sub { };

my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, listen => 64, async => 1, smpp_version => 0x34) or die "can not listen: $!";
my $readable = IO::Select->new($listener, \*STDIN);
my %bound;    # by socket: the command that bound it
my %offered;  # by socket and sequence number: receipts without an answer
my @later;    # receipts that are due at some time, the earliest first
my %busy;     # by message: how many times it was told so
my $last_id = 0xabc00000;

$| = 1;
print $listener->sockport, "\n";

while (1) {
    my $wait = @later ? $later[0]{due} - time : undef;
    for my $socket ($readable->can_read(defined $wait && $wait < 0 ? 0 : $wait)) {
        if ($socket == \*STDIN) { sysread(STDIN, my $nothing, 1024) or exit }
        elsif ($socket == $listener) { $readable->add($listener->accept) }
        elsif (my $pdu = $socket->read_pdu) { take($socket, $pdu) }
        else { hang_up($socket) }
    }
    while (@later && $later[0]{due} <= time) { offer(shift @later) }
}

sub take {
    my ($socket, $pdu) = @_;
    my ($command, $seq) = @$pdu{qw(cmd seq)};
    if ($command == BIND_TRANSCEIVER || $command == BIND_TRANSMITTER || $command == BIND_RECEIVER) { bind_to($socket, $pdu) }
    elsif ($command == SUBMIT) { submit($socket, $pdu) }
    elsif ($command == DELIVER_RESP) {
        my $receipt = delete $offered{$socket}{$seq};
        later($receipt, AGAIN_DELAY) if $receipt && $pdu->{status} != OK;
    }
    elsif ($command == ENQUIRE) { $socket->enquire_link_resp(seq => $seq) }
    elsif ($command == UNBIND) { $socket->unbind_resp(seq => $seq); hang_up($socket) }
    elsif (!($command & RESPONSE)) { $socket->generic_nack(seq => $seq, status => NO_SUCH_COMMAND) }
}

sub bind_to {
    my ($socket, $pdu) = @_;
    my $status = $pdu->{system_id} ne $system_id ? BAD_SYSTEM_ID : $pdu->{password} ne $password ? BAD_PASSWORD : OK;
    my $answer = { BIND_TRANSCEIVER, 'bind_transceiver_resp', BIND_TRANSMITTER, 'bind_transmitter_resp', BIND_RECEIVER, 'bind_receiver_resp' }->{$pdu->{cmd}};
    $socket->$answer(seq => $pdu->{seq}, status => $status, system_id => 'foreign');
    $bound{$socket} = { socket => $socket, by => $pdu->{cmd} } if $status == OK;
}

sub submit {
    my ($socket, $pdu) = @_;
    my ($phone, $seq) = @$pdu{qw(destination_addr seq)};
    my ($end) = $phone =~ /(.{4})$/;
    my $refuse = sub { $socket->submit_sm_resp(seq => $seq, status => shift, message_id => '') };
    return $refuse->(NOT_BOUND) unless $bound{$socket} && $bound{$socket}{by} != BIND_RECEIVER;
    return $refuse->(BAD_DESTINATION) if $end eq '0000';
    if ($end eq '0001') {
        my $message = join "\0", $phone, $pdu->{short_message};
        return $refuse->(SYSTEM_ERROR) if ++$busy{$message} <= BUSY_TIMES;
        delete $busy{$message};
    }

    my $receipt = { id => ++$last_id, phone => $phone, sender => $pdu->{source_addr}, state => $end eq '0003' ? UNDELIVERABLE : DELIVERED, from => $socket };
    offer($receipt) if $end eq '0006';
    # Answers and receipts do not spell an id in the same way: letter case and leading zeros differ.
    $socket->submit_sm_resp(seq => $seq, message_id => sprintf '%010X', $receipt->{id});
    return if $end eq '0002' || $end eq '0006' || !$pdu->{registered_delivery};
    later({%$receipt}, $end eq '0004' ? $late_seconds : USUAL_DELAY) for 1 .. ($end eq '0005' ? 2 : 1);
}

# Most receipts wait for the same time, so that the place of a new one is at the end or near it.
sub later {
    my ($receipt, $delay) = @_;
    $receipt->{due} = time + $delay;
    my $place = @later;
    $place-- while $place > 0 && $later[$place - 1]{due} > $receipt->{due};
    splice @later, $place, 0, $receipt;
}

# To the bind that the message came from when it takes receipts, or to another one that does; when there is none, later.
sub offer {
    my ($receipt) = @_;
    my $own = $bound{$receipt->{from}};
    my ($to) = grep { $_ && $_->{by} != BIND_TRANSMITTER } $own, values %bound;
    return later($receipt, AGAIN_DELAY) unless $to;
    my $socket = $to->{socket};
    my $seq = $socket->deliver_sm(esm_class => 0x04, source_addr => $receipt->{phone}, destination_addr => $receipt->{sender}, content_of($receipt));
    $offered{$socket}{$seq} = $receipt;
}

# Every other one says it in text, the rest in TLVs.
sub content_of {
    my ($receipt) = @_;
    my $id = sprintf '%x', $receipt->{id};
    my $failed = $receipt->{state} != DELIVERED;
    if ($receipt->{id} % 2) {
        return (receipted_message_id => "$id\0", message_state => pack('C', $receipt->{state}), $failed ? (network_error_code => pack('Cn', 3, 27)) : ());
    }
    my $date = strftime('%y%m%d%H%M%S', gmtime);
    return (short_message => "id:$id sub:001 dlvrd:001 submit date:$date done date:$date stat:" . ($failed ? 'UNDELIV err:027' : 'DELIVRD err:000') . ' text:');
}

# What was offered over it and not answered is offered again.
sub hang_up {
    my ($socket) = @_;
    delete $bound{$socket};
    later($_, AGAIN_DELAY) for values %{delete $offered{$socket} // {}};
    $readable->remove($socket);
    $socket->close;
}
