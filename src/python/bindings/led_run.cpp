// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/led_run.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/start_time.hpp"
#include "engine/thermo_columns.hpp"
#include "python/bindings/process.hpp"
#include "python/bindings/stop_at.hpp"
#include "python/bindings/whole_column.hpp"
#include "session/folder_run.hpp"
#include "session/memory_run.hpp"
#include "session/missing_ranks.hpp"
#include "session/stop_signals.hpp"

namespace mdsim::python {

namespace {

std::vector<double> flat(const std::vector<Vec3<double>>& vectors) {
    std::vector<double> numbers;
    numbers.reserve(3 * vectors.size());
    for (const Vec3<double>& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    return numbers;
}

/// Calls take(column) for the column of vectors of that name.
template <class Take> auto with_vectors(std::string_view name, const Box& box, const Take& take) {
    if (name == "velocities") return take(column::WideVelocity{});
    if (name == "forces") return take(column::WideForce{});
    if (name == "unwrapped") return take(column::Unwrapped{box.edges, box.origin});
    MDSIM_REQUIRE(name == "positions");
    return take(column::WidePosition{box.edges, box.origin});
}

template <class P> class TypedRun final : public LedRun {
  public:
    TypedRun(std::unique_ptr<AnyRun<P>> run, int threads, std::filesystem::path folder,
             std::vector<Diagnostic> warnings, Process& process)
        : process_(&process), run_(std::move(run)), threads_(threads), folder_(std::move(folder)),
          warnings_(std::move(warnings)), stages_(run_->config().stages),
          species_(run_->parts().species), units_(run_->parts().units),
          processor_(run_->parts().processor.name()) {
        look();
    }

    Return advance(std::optional<Step> until) override;
    void keep() override;
    void end() override;

    bool over() const override { return run_ == nullptr; }
    const Place& at() const override { return at_; }
    std::map<std::string, double> thermo() override;
    std::vector<double> vectors(std::string_view name) override;
    std::optional<DeviceValues> device_vectors(std::string_view name) override;
    IdBlock block() const override;
    std::vector<std::int32_t> images() override;
    std::vector<std::int32_t> types() override;
    Box box() const override { return run().simulation().box().now; }

    const std::vector<Species>& species() const override { return species_; }
    const std::vector<StageSettings>& stages() const override { return stages_; }
    const Units& units() const override { return units_; }
    std::filesystem::path folder() const override { return folder_; }
    int signal() const override { return signal_; }
    std::vector<Diagnostic> take_warnings() override { return std::exchange(warnings_, {}); }
    const std::string& processor() const override { return processor_; }

  private:
    AnyRun<P>& run() const;
    /// Looks where the run stands.
    void look() {
        const RunProgress& now = run_->simulation().progress();
        at_ = {now.step, run_->simulation().time(stages_[now.stage]), now.stage};
    }
    /// Energies of the step in hand, found now if they are not known.
    const Thermo& energies() {
        if (!thermo_) look_closer(true);
        MDSIM_ENSURE(thermo_.has_value());
        return *thermo_;
    }
    Return go_on(std::optional<Step> until, bool with_energy) {
        return guarded([&] { return move_on(until, with_energy); });
    }
    Return move_on(std::optional<Step> until, bool with_energy);
    /// keep(), inside of a guarded part.
    void keep_step();
    /// Has the step in hand computed. A signal that comes meanwhile does behind it what it does to
    /// a script that computes something of its own.
    void look_closer(bool with_energy) {
        go_on(at_.step, with_energy);
        if (signal_ != 0) std::raise(std::exchange(signal_, 0));
    }
    /// The table of atoms, with forces that are those of the step in hand.
    std::unique_ptr<AtomTable<P>> table(std::string_view column) {
        if (column == "forces" && !has_forces_) look_closer(false);
        return run().simulation().table();
    }
    /// Does a part of the run, which is lost where that fails.
    template <class Part> auto guarded(const Part& part);

    Process* process_;
    std::unique_ptr<AnyRun<P>> run_; ///< null where it has failed or was ended
    int threads_;
    std::filesystem::path folder_;
    std::vector<Diagnostic> warnings_;
    std::vector<StageSettings> stages_;
    std::vector<Species> species_;
    Units units_;
    std::string processor_;
    Place at_;
    std::optional<Thermo> thermo_; ///< of the step in hand, where it is known
    bool has_forces_ = false;      ///< those of the step in hand
    int signal_ = 0;
};

template <class P> AnyRun<P>& TypedRun<P>::run() const {
    if (!run_) throw PhysicsError("this run has failed or was ended; it cannot be used any more");
    return *run_;
}

template <class P> template <class Part> auto TypedRun<P>::guarded(const Part& part) {
    run();
    try {
        const auto watch =
            watch_for_missing_ranks(run_->config().parallel.longest_wait, process_->comm());
        const StopSignals signals;
        return part();
    } catch (const std::exception& error) {
        process_->meet(error);
        run_.reset();
        throw;
    }
}

template <class P> Return TypedRun<P>::advance(std::optional<Step> until) {
    // A rank that asks for energies later, by itself, would wait for the others for ever.
    return go_on(until, process_->comm().size() > 1);
}

template <class P> Return TypedRun<P>::move_on(std::optional<Step> until, bool with_energy) {
    omp_set_num_threads(threads_);
    StopAt watcher(until, with_energy);
    const bool finished = run_->advance(&watcher);
    thermo_ = watcher.thermo();
    has_forces_ = true;
    for (Diagnostic& warning : run_->take_warnings()) warnings_.push_back(std::move(warning));
    // Asked once, so that all ranks and the script agree on it. A signal may come too late for the
    // run itself, which then stands where the script wants it, without a checkpoint.
    signal_ = process_->comm().max_of(StopSignals::received());
    if (signal_ != 0) keep_step();
    look();
    if (finished) return Return::finished;
    return until && at_.step >= *until ? Return::there : Return::stopped;
}

template <class P> void TypedRun<P>::keep() {
    guarded([&] {
        omp_set_num_threads(threads_);
        keep_step();
    });
}

template <class P> void TypedRun<P>::keep_step() {
    run_->keep();
    process_->comm().barrier(); // rank 0 gives a checkpoint its name
}

template <class P> void TypedRun<P>::end() {
    guarded([&] { run_->end(); });
    run_.reset();
}

template <class P> std::map<std::string, double> TypedRun<P>::thermo() {
    const Thermo& thermo = energies();
    std::map<std::string, double> numbers;
    for (const ThermoQuantity& quantity : thermo_quantities)
        numbers[std::string(quantity.name)] =
            units().to_user(quantity.dimension, quantity.value(thermo));
    return numbers;
}

template <class P> std::vector<double> TypedRun<P>::vectors(std::string_view name) {
    const auto atoms = table(name);
    const auto flat_column = [&](const auto& column) {
        return flat(whole_column(*atoms, column, process_->comm()));
    };
    return with_vectors(name, box(), flat_column);
}

template <class P> std::optional<DeviceValues> TypedRun<P>::device_vectors(std::string_view name) {
    const auto atoms = table(name);
    return with_vectors(name, box(), [&](const auto& column) { return atoms->keep(column); });
}

template <class P> IdBlock TypedRun<P>::block() const {
    const Communicator& comm = process_->comm();
    return IdBlock::of(run().simulation().setup().domain.total_atoms, comm.rank(), comm.size());
}

template <class P> std::vector<std::int32_t> TypedRun<P>::images() {
    const auto table = run().simulation().table();
    std::vector<std::int32_t> numbers;
    for (const Vec3<std::int32_t>& n : whole_column(*table, column::Image{}, process_->comm()))
        numbers.insert(numbers.end(), {n.x, n.y, n.z});
    return numbers;
}

template <class P> std::vector<std::int32_t> TypedRun<P>::types() {
    return whole_column(*run().simulation().table(), column::Type{}, process_->comm());
}

/// Whether it is about what a run without files does not do.
bool is_about_output(const Diagnostic& warning) {
    constexpr std::array<std::string_view, 3> sections{"trajectory.", "thermo.", "checkpoint."};
    return std::any_of(sections.begin(), sections.end(), [&](std::string_view section) {
        return warning.where.rfind(section, 0) == 0;
    });
}

CommandLine command_line(const RunRequest& request) {
    CommandLine command;
    command.text = fmt::format("a Python script with {}", request.source.filename().string());
    command.overrides = request.overrides;
    command.resume = request.resume;
    command.overwrite = request.overwrite;
    command.quiet = request.quiet;
    return command;
}

template <class P>
std::unique_ptr<LedRun> lead_in(const RunRequest& request, Config config, Process& process) {
    const int threads = process.choose_threads_for(config.run.threads, config.warnings);
    const auto watch = watch_for_missing_ranks(config.parallel.longest_wait, process.comm());
    std::unique_ptr<AnyRun<P>> run;
    std::filesystem::path folder;
    std::vector<Diagnostic> warnings;
    if (request.folder) {
        folder = std::filesystem::absolute(config.output_directory());
        run = std::make_unique<FolderRun<P>>(config, command_line(request), StartTime{},
                                             process.comm(), process.session());
    } else {
        run = std::make_unique<MemoryRun<P>>(config, process.comm());
        for (const Diagnostic& warning : run->parts().warnings)
            if (!is_about_output(warning)) warnings.push_back(warning);
    }
    return std::make_unique<TypedRun<P>>(std::move(run), threads, std::move(folder),
                                         std::move(warnings), process);
}

} // namespace

std::unique_ptr<LedRun> lead_run(const RunRequest& request) {
    Process& process = Process::instance();
    try {
        Config config;
        agree_on(process.comm(), [&] {
            config = parse_config(request.text, request.source, request.overrides,
                                  request.folder.value_or(""));
        });
        return config.run.precision == Precision::double_
                   ? lead_in<DoublePrecision>(request, std::move(config), process)
                   : lead_in<MixedPrecision>(request, std::move(config), process);
    } catch (const std::exception& error) {
        process.meet(error);
        throw;
    }
}

} // namespace mdsim::python
