import Foundation
import Testing

@testable import Portico

/// Every order of events up to a depth, each against a plain account of what must hold.
@Suite struct ChunkChannelMachineTests {
    enum Event: CaseIterable { case writeSmall, writeLarge, finish, fail, read, stop }

    /// What the events so far allow, kept beside the machine and much simpler than it.
    struct Account {
        var written: [Data] = []
        var delivered: [Data] = []
        var waiting: [Int] = []
        var lastReader = 0
        var ending: String?
        var (pauses, resumes, stops) = (0, 0, 0)
        var demandsPause = false
    }

    static let limit = 10
    static let pauseAt = 4

    private func explore(
        _ machine: ChunkChannelMachine<Int>, _ account: Account, depth: Int, path: [Event], count: inout Int
    ) {
        count += 1
        guard depth > 0 else { return }
        for event in Event.allCases {
            var (machine, account, path) = (machine, account, path)
            path.append(event)
            apply(event, &machine, &account, path)
            explore(machine, account, depth: depth - 1, path: path, count: &count)
        }
    }

    private func apply(
        _ event: Event, _ machine: inout ChunkChannelMachine<Int>, _ account: inout Account, _ path: [Event]
    ) {
        switch event {
        case .writeSmall: write(1, &machine, &account, path)
        case .writeLarge: write(5, &machine, &account, path)
        case .finish: check(machine.finish(nil), ends: "end", &account, path)
        case .fail: check(machine.finish(TransportError(.connectionLost)), ends: "lost", &account, path)
        case .stop: check(machine.stop(TransportError(.cancelled)), ends: "stopped", &account, path)
        case .read: read(&machine, &account, path)
        }
    }

    private func write(
        _ size: Int, _ machine: inout ChunkChannelMachine<Int>, _ account: inout Account, _ path: [Event]
    ) {
        let chunk = Data(repeating: UInt8(account.written.count), count: size)
        let held = account.written.reduce(0) { $0 + $1.count } - account.delivered.reduce(0) { $0 + $1.count }
        let (demand, effect) = machine.write(chunk)
        guard account.ending == nil else {
            #expect(demand == .stopped && effect.answers.isEmpty && !effect.stopsProducer, "\(path)")
            return
        }
        if account.waiting.isEmpty && held + size > Self.limit {
            #expect(demand == .stopped && effect.stopsProducer, "\(path)")
            account.ending = "tooLarge"
            account.stops += 1
            return
        }
        account.written.append(chunk)
        settle(effect.answers, &account, path)
        if demand == .pause { account.demandsPause = true }
        #expect(demand == (account.demandsPause ? .pause : .more), "\(path)")
        #expect(!effect.resumesProducer && !effect.stopsProducer, "\(path)")
    }

    private func read(_ machine: inout ChunkChannelMachine<Int>, _ account: inout Account, _ path: [Event]) {
        let (answer, effect) = machine.read()
        settle(answer.map { [(0, $0)] } ?? [], &account, path)
        #expect(!effect.stopsProducer && effect.answers.isEmpty, "\(path)")
        if effect.resumesProducer {
            #expect(account.demandsPause && account.ending == nil, "\(path)")
            account.demandsPause = false
        }
        guard answer == nil else { return }
        #expect(account.ending == nil && account.written == account.delivered, "\(path)")
        account.lastReader += 1
        account.waiting.append(account.lastReader)
        settle(machine.wait(account.lastReader).answers, &account, path)
    }

    private func check(
        _ effect: ChunkChannelMachine<Int>.Effect, ends ending: String, _ account: inout Account, _ path: [Event]
    ) {
        let wasOpen = account.ending == nil
        if wasOpen { account.ending = ending }
        if ending == "stopped", ["end", "lost"].contains(account.ending), account.written != account.delivered {
            account.ending = "stopped"
        }
        if effect.stopsProducer { account.stops += 1 }
        #expect(effect.stopsProducer == (wasOpen && ending == "stopped") && account.stops <= 1, "\(path)")
        settle(effect.answers, &account, path)
        #expect(account.waiting.isEmpty && !effect.resumesProducer, "\(path)")
    }

    /// Each answer goes to the reader who waited longest, and is the next chunk or what ended the channel.
    private func settle(
        _ answers: [(Int, Result<Data?, TransportError>)], _ account: inout Account, _ path: [Event]
    ) {
        for (reader, answer) in answers {
            if reader > 0 { #expect(account.waiting.removeFirst() == reader, "\(path)") }
            switch answer {
            case .success(let chunk?):
                #expect(account.written.dropFirst(account.delivered.count).first == chunk, "\(path)")
                account.delivered.append(chunk)
                #expect(account.ending == nil || account.ending == "end" || account.ending == "lost", "\(path)")
            case .success(nil):
                #expect(account.ending == "end" && account.written == account.delivered, "\(path)")
            case .failure(let error):
                switch error.kind {
                case .connectionLost:
                    #expect(account.ending == "lost" && account.written == account.delivered, "\(path)")
                case .cancelled: #expect(account.ending == "stopped", "\(path)")
                case .bodyTooLarge(let limit): #expect(account.ending == "tooLarge" && limit == Self.limit, "\(path)")
                default: Issue.record("\(error) after \(path)")
                }
            }
        }
    }

    @Test func `whatever the order of events, each reader gets one answer, chunks keep their order and ends last`() {
        var count = 0
        let machine = ChunkChannelMachine<Int>(pauseAt: Self.pauseAt, limit: Self.limit)
        explore(machine, Account(), depth: 6, path: [], count: &count)
        #expect(count == (0...6).reduce(0) { $0 + Int(pow(6.0, Double($1))) })
    }

    @Test func `the producer is asked to pause from the mark on, and to go on at half of it`() {
        var machine = ChunkChannelMachine<Int>(pauseAt: 4, limit: 100)

        let demands = (0..<5).map { _ in machine.write(Data([0])).0 }
        let resumes = (0..<5).map { _ in machine.read().1.resumesProducer }

        #expect(demands == [.more, .more, .more, .pause, .pause])
        #expect(resumes == [false, false, true, false, false])
    }
}
